import { Facts } from '../../ui/conflict.tsx';
import { spanText, type Settings } from '../../enquiries/settings.schema.ts';

/** All settings, for when two admins save at once: they are one row, saved by two forms. */
export const SettingsFacts = ({
  acknowledgement,
  retentionMonths,
  saySpeed,
  secondFactorForAdmins,
  mailTo,
  backupAt,
}: Settings) => (
  <Facts
    of={{
      'Acknowledge enquiries by mail': acknowledgement ? 'Yes' : 'No',
      'Delete enquiries older than': spanText(retentionMonths),
      'Say so in public': saySpeed ? 'Yes' : 'No',
      'Second factor required for admins': secondFactorForAdmins ? 'Yes' : 'No',
      'Back up daily at': backupAt ?? 'Never',
      ...(mailTo ? { 'Told of enquiries': mailTo } : {}),
    }}
  />
);
