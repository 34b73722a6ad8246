import { Initial } from './20261121-initial.ts';
import { RoleNotices } from './20261121-role-notices.ts';
import { WaitingNotifications } from './20261121-waiting-notifications.ts';
import { OverLimit } from './20261121-over-limit.ts';
import { NoOverLimit } from './20261123-no-over-limit.ts';
import { SessionRoles } from './20261124-session-roles.ts';
import { OptionalContacts } from './20261125-optional-contacts.ts';
import { EnquiryStates } from './20261126-enquiry-states.ts';
import { EnquiryReferences } from './20261127-enquiry-references.ts';
import { Replies } from './20261128-replies.ts';
import { Reminders } from './20261129-reminders.ts';
import { Settings } from './20261130-settings.ts';
import { Activities } from './20261201-activities.ts';
import { People } from './20261201-people.ts';
import { EnquiryFiles } from './20261202-enquiry-files.ts';
import { WordsOnce } from './20261203-words-once.ts';
import { AccountsAndTokens } from './20261204-accounts-and-tokens.ts';
import { FirstPasswords } from './20261205-first-passwords.ts';
import { SecondFactors } from './20261207-second-factors.ts';
import { Passkeys } from './20261208-passkeys.ts';
import { KeptForms } from './20261210-kept-forms.ts';
import { History } from './20261211-history.ts';
import { ActivityLog } from './20261209-activity-log.ts';
import { MaintenanceWindows } from './20261212-maintenance-windows.ts';
import { Pictures } from './20261213-pictures.ts';
import { UnsavedTexts } from './20261213-unsaved-texts.ts';
import { FailedMails } from './20261214-failed-mails.ts';
import { SubmissionKeys } from './20261122-submission-keys.ts';

/** In the order they are run. A landed migration is never edited; a change is a new one. */
export const migrations = [
  Initial,
  OverLimit,
  WaitingNotifications,
  RoleNotices,
  SubmissionKeys,
  NoOverLimit,
  SessionRoles,
  OptionalContacts,
  EnquiryStates,
  EnquiryReferences,
  Replies,
  Reminders,
  Settings,
  Activities,
  People,
  EnquiryFiles,
  WordsOnce,
  AccountsAndTokens,
  FirstPasswords,
  SecondFactors,
  Passkeys,
  ActivityLog,
  KeptForms,
  History,
  MaintenanceWindows,
  UnsavedTexts,
  Pictures,
  FailedMails,
];
