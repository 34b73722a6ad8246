import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { AnswerNotification, InboundMail } from '#db/entities/inbound-mail.ts';
import { Notification } from '#db/entities/message-mail.ts';
import { showMail } from '../conversation/find-message.server.ts';
import { listEnquiryFiles } from '../files/enquiry-files.server.ts';
import { paths } from '../../paths.ts';
import { enquiryMail } from './enquiry-mail.ts';
import { sendToOffice } from './office-mails.server.ts';
import { shortened } from '../../mail/mail-text.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';

export const notificationMails = storedMails(Notification, {
  reads: ['message'],
  async send({ id, payload, message }, em, app, only) {
    const files = await listEnquiryFiles(em, message.id);
    const mail = enquiryMail(payload, {
      notificationId: id,
      reference: message.reference,
      link: app.env.appUrl + paths.admin.message(message.id),
      receivedAt: message.createdAt,
      files: files.map(({ name }) => name),
      kind: (await em.count(InboundMail, { message: message.id, kind: 'enquiry' })) ? 'mail' : 'form',
      logged: message.cameBy ? { cameBy: message.cameBy, by: message.loggedBy! } : null,
    });
    return sendToOffice(app, em, { ...mail, only });
  },
});

const TEXT_MAX = 60_000; // characters

export const answerMails = storedMails(AnswerNotification, {
  reads: ['mail', 'message'],
  async send({ id, mail, message }, em, app, only) {
    const first = await em.findOne(Notification, { message: message.id });
    const files = await em.find(EnquiryFile, { mail: mail.id }, { orderBy: { position: 'asc' } });
    const { name, subject, text } = mail as Required<typeof mail>;
    const told = enquiryMail(
      {
        name: name!,
        email: message.email, // replies go to the client, whoever wrote
        subject: subject!,
        message: shortened(text!, TEXT_MAX),
        serviceType: message.serviceType ?? null,
        preferredContact: message.preferredContact ?? null,
        phoneNumber: first?.payload.phoneNumber ?? null,
        companyName: first?.payload.companyName ?? null,
      },
      {
        notificationId: id,
        reference: message.reference,
        link: app.env.appUrl + paths.admin.message(message.id),
        receivedAt: mail.createdAt,
        waitsSince: message.waitsSince ?? message.createdAt,
        files: files.map(({ name }) => name),
        kind: 'answer',
        otherAddress: showMail(mail, message.email).otherAddress,
      },
    );
    return sendToOffice(app, em, { ...told, only, ...(first ? { follows: [{ id: first.id }] } : {}) });
  },
});
