/** Adds a query of what is given. */
function withQuery(path: string, parts: Record<string, string | number | undefined>): string {
  const given = Object.entries(parts).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return given.length ? `${path}?${new URLSearchParams(given).toString()}` : path;
}

export const paths = {
  home: '/',
  about: '/about',
  services: '/services',
  liftPlanning: '/services/lift-planning',
  contact: '/contact',
  speculationRules: '/speculation-rules.json',
  contactForm: '/contact-form',
  contactFormSent: '/contact-form?sent=1',
  contactFormAbout: (serviceId: number) => `/contact-form?about=${serviceId}`,
  /** With links to the editors of its texts, for signed-in editors. */
  editTexts: (page: string) => `${page}?edit=texts`,
  /**
   * With an unsaved text in it, for the editor who typed it.
   * @param text its page and section key, such as `home.hero_heading`
   * @param isEdited the page is also the one from which its texts are edited
   */
  textPreview: (page: string, text: string, isEdited: boolean) =>
    `${page}?preview=${text}${isEdited ? '&edit=texts' : ''}`,
  sitemap: '/sitemap',
  privacyTerms: '/privacy-terms',
  countingVisits: '/privacy-terms#counting-visits',
  accessibility: '/accessibility',
  portfolio: '/portfolio',
  project: (slug: string) => `/portfolio/${slug}`,
  theme: '/theme',
  logout: '/logout',
  events: '/events',
  inboundPostmark: '/inbound/postmark',
  picture: (file: string) => `/photos/${file}`,
  preview: (token: string) => `/preview/${token}`,
  stopLooking: '/preview',
  /** Shown, and cached, for every address that is gone. */
  gone: '/gone',
  document: (filePath: string) => `/documents/${encodeURIComponent(filePath)}`,
  /** The small dialog of a company document, as a page section that opens without JavaScript. */
  aboutDocument: (id: number) => `/about?document=${id}#document-dialog`,
  admin: {
    root: '/admin',
    login: '/admin/login',
    loginCode: '/admin/login/code',
    loginByRecoveryCode: '/admin/login/code?recovery=1',
    passkeySignIn: '/admin/login/passkey',
    session: '/admin/session',
    forgot: '/admin/forgot',
    forgotSent: '/admin/forgot?sent=1',
    reset: (token: string) => `/admin/reset/${token}`,
    account: '/admin/account',
    preferences: '/admin/account/preferences',
    /** The same page, for the form that ends sessions. */
    ownSessions: '/admin/account?sessions=1',
    secondFactor: '/admin/account/second-factor',
    secondFactorOff: '/admin/account/second-factor/off',
    passkeys: '/admin/account/passkeys',
    removePasskey: (id: number) => `/admin/account/passkeys/${id}/remove`,
    dashboard: '/admin/dashboard',
    maintenance: '/admin/maintenance',
    /** The same page; the draft of this form is stored apart. */
    maintenanceWindow: '/admin/maintenance?window=1',
    previewLinks: '/admin/maintenance/links',
    preview: '/admin/preview',
    services: '/admin/services',
    newService: '/admin/services/new',
    editService: (id: number) => `/admin/services/${id}/edit`,
    deleteService: (id: number) => `/admin/services/${id}/delete`,
    projects: '/admin/projects',
    newProject: '/admin/projects/new',
    /** @param picture one to be edited */
    project: (id: number, picture?: string) => withQuery(`/admin/projects/${id}`, { picture }),
    editProject: (id: number) => `/admin/projects/${id}/edit`,
    deleteProject: (id: number) => `/admin/projects/${id}/delete`,
    documents: '/admin/documents',
    newDocument: '/admin/documents/new',
    editDocument: (id: number) => `/admin/documents/${id}/edit`,
    replaceFile: (id: number) => `/admin/documents/${id}/file`,
    deleteDocument: (id: number) => `/admin/documents/${id}/delete`,
    /** @param from a public page, or the dashboard, to come back to */
    pages: (tab?: string, edit?: number | string, from?: string) => withQuery('/admin/pages', { tab, edit, from }),
    /** The same with what was typed before a preview. */
    unsavedText: (...text: [tab: string, edit: number | string, from?: string]) =>
      `${paths.admin.pages(...text)}&unsaved=1`,
    redirects: '/admin/redirects',
    missingPaths: '/admin/redirects?view=missing',
    /** Filled in for a path that was missed. */
    newRedirect: (from?: string) => withQuery('/admin/redirects/new', { from }),
    importRedirects: '/admin/redirects/import',
    editRedirect: (id: number) => `/admin/redirects/${id}/edit`,
    history: (noun: string, id: number) =>
      noun === 'pages' ? `/admin/pages/history?text=${id}` : `/admin/${noun}/${id}/history`,
    inTrash: (list: string) => `${list}?view=trash`,
    undo: '/admin/undo',
    messages: '/admin/messages',
    messagesThatWait: '/admin/messages?view=waiting',
    savedReplies: '/admin/replies',
    newSavedReply: '/admin/replies/new',
    editSavedReply: (id: number) => `/admin/replies/${id}/edit`,
    logEnquiry: '/admin/messages/new',
    ownMessages: '/admin/messages?view=mine',
    message: (id: number) => `/admin/messages/${id}`,
    /** As it came in, or its text alone. */
    inboundMail: (id: string, as: 'eml' | 'txt' = 'eml') => `/admin/messages/mails/${id}.${as}`,
    enquiryFile: (messageId: number, fileId: string) => `/admin/messages/${messageId}/files/${fileId}`,
    messagesSince: (id: number) => `/admin/messages/since/${id}`,
    exportMessages: '/admin/messages/export.csv',
    /** Everything about an address; without one, the form that asks for it. */
    person: (email?: string) => withQuery('/admin/messages/person', { email }),
    exportPerson: (email: string) => withQuery('/admin/messages/person.json', { email }),
    staff: '/admin/staff',
    staffAfter: (email: string) => withQuery('/admin/staff', { after: email }),
    /** Filled in for an invitation that is sent again. */
    inviteStaff: (email?: string) => withQuery('/admin/staff/invite', { email }),
    changeRole: (id: number) => `/admin/staff/${id}/role`,
    removeStaff: (id: number) => `/admin/staff/${id}/remove`,
    resetSecondFactor: (id: number) => `/admin/staff/${id}/second-factor`,
    invitation: (token: string) => `/admin/invite/${token}`,
    activity: '/admin/activity',
    settings: '/admin/settings',
    mailSettings: '/admin/settings/mail',
    mailTest: '/admin/settings/mail#test',
    backups: '/admin/settings/backups',
    setUp: '/admin/settings/set-up',
    setUpHttps: '/admin/settings/set-up#https',
  },
} as const;

export const publicPages: readonly string[] = [
  paths.home,
  paths.about,
  paths.services,
  paths.liftPlanning,
  paths.contact,
  paths.contactForm,
  paths.portfolio,
  paths.sitemap,
  paths.privacyTerms,
  paths.accessibility,
];

/** Whether or not there is such a project. */
export const isProjectPage = (path: string): boolean => /^\/portfolio\/[a-z0-9-]{1,100}$/.test(path);

/** The query parameters that cached public pages read; they see no others. */
export const publicQueries: Readonly<Record<string, readonly string[]>> = { [paths.about]: ['document'] };
