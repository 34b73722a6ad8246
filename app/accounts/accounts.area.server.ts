import type { Area } from '../http/area.ts';
import { sweepTokens } from './account-tokens.server.ts';
import { resealFactors } from './second-factor/second-factors.server.ts';
import { sweepSessions } from './sessions/sessions.server.ts';
import { sweepKeptForms } from './sign-in/kept-forms.server.ts';
import { staffMails, sweepStaffMails } from './staff-mails.server.ts';

export const accounts: Area = {
  mails: { staff: staffMails },
  sweeps: [sweepSessions, sweepTokens, sweepStaffMails, resealFactors],
  periodic: [{ everyMs: 60_000, run: sweepKeptForms, failure: 'sweep failed' }],
};
