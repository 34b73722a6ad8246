import { Account, Session, User } from './account.ts';
import { PageContent, PdfDocument, Service, SiteStatus } from './content.ts';
import { Message, MessageCount, Notification, RateLimit } from './message.ts';

export const entities = [
  Account,
  User,
  Session,
  SiteStatus,
  Service,
  PdfDocument,
  PageContent,
  Message,
  MessageCount,
  Notification,
  RateLimit,
];
