// One file, so that a browser and its site start only once, which takes longer than the journeys.
import './carousel-and-dialog.ts';
import './maintenance-and-form.ts';
import './site-frame.ts';
