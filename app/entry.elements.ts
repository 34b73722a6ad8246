import { UnsentEnquiry } from './enquiries/form/unsent-enquiry.element.ts';
import { DocumentDialog } from './content/documents/document-dialog.element.ts';
import { PictureViewer } from './content/pictures/picture-viewer.element.ts';
import { LiveStatus } from './maintenance/live-status.element.ts';
import { BackToTop } from './site/frame/back-to-top.element.ts';
import { HeroCarousel } from './site/hero/hero-carousel.element.ts';
import { MissingPage } from './site/errors/missing-page.element.ts';
import { PageLoading } from './site/frame/page-loading.element.ts';
import { SiteMenu } from './site/frame/site-menu.element.ts';
import { TagManager } from './site/frame/tag-manager.element.ts';
import { ThemeChoice } from './site/frame/theme-choice.element.ts';

// The only script of the public pages.
const elements = {
  'back-to-top': BackToTop,
  'document-dialog': DocumentDialog,
  'hero-carousel': HeroCarousel,
  'live-status': LiveStatus,
  'missing-page': MissingPage,
  'page-loading': PageLoading,
  'picture-viewer': PictureViewer,
  'site-menu': SiteMenu,
  'tag-manager': TagManager,
  'theme-choice': ThemeChoice,
  'unsent-enquiry': UnsentEnquiry,
};
for (const [name, element] of Object.entries(elements)) customElements.define(name, element);
