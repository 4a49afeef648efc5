import { Type, type Static } from 'typebox'
import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import { failures, type Endpoint } from '@wtpu/contract/endpoint'
import { Instant, LimitedText, Nullable } from '@wtpu/contract/schemas'

export const setupLinkHours = 24

/** The link that the first start prints. Its token is after the #, so that no server and no log sees it before it is sent. */
export const claimSite = {
  method: 'POST',
  url: '/api/setup/',
  schema: {
    area: 'Administration',
    summary: 'Makes the account the first admin of the site.',
    description: `For who starts the site: with the token of the link that the server prints while there is no admin. It works once, for ${setupLinkHours} hours.`,
    errors: ['setup_link_ended'],
    body: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    response: { 200: Type.Object({ role: Type.Literal('admin') }), ...failures },
  },
} satisfies Endpoint

/** The pages that a site needs before people register. */
export const requiredPages = ['terms', 'privacy', 'guidelines'] as const

/** In the documentation, so it is right for local sites only. */
export const publishedAccessCode = 'citizenship'
export const accessCodeLength = 100
export const mailServerLimits = { host: 200, port: 5, user: 200, password: 500, from: 254 }

const ShownMailServer = Type.Object({
  host: LimitedText(mailServerLimits.host),
  port: LimitedText(mailServerLimits.port),
  /** Empty: the server asks for no password. */
  user: LimitedText(mailServerLimits.user),
  /** Empty: no-reply at the host of the site. */
  from: LimitedText(mailServerLimits.from),
})
const MailServer = Type.Object({ ...ShownMailServer.properties, password: LimitedText(mailServerLimits.password) })
export type MailServer = Static<typeof MailServer>

/** The sentences about what is wrong, by field. */
export const mailServerErrors = ({ host, port, user, password, from }: MailServer) => ({
  host: !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(host.trim()) && 'Write a name such as mail.example.org.',
  port: !(/^[1-9]\d{0,4}$/.test(port.trim()) && Number(port) < 65_536) && 'Write a number such as 587.',
  user: user.trim() === '' && password !== '' && 'A password needs a user name.',
  password: user.trim() !== '' && password === '' && 'Write the password. It is never shown again.',
  from: from.trim() !== '' && emailProblem(from.trim()),
})

/** What the database and the settings say about the steps of the set-up. */
const SetupFacts = Type.Object({
  /** An admin closed the list, for all admins. */
  is_closed: Type.Boolean(),
  /** An admin has chosen the parts of the site. */
  has_parts: Type.Boolean(),
  /** An admin has changed the name and look. */
  is_named: Type.Boolean(),
  name: Type.String(),
  shows_figures: Type.Boolean(),
  /** `default`: nobody has chosen a code, so it is the one that the start of the server prints. */
  access: Type.Enum(['own', 'none', 'default'] as const),
  /** What the settings of the server decide, so that admins cannot change it. */
  on_server: Type.Array(Type.Enum(['SITE_ACCESS_CODE', 'SMTP_URL'] as const)),
  /** How often admins have changed the access code or the mail server. */
  settings_version: Type.Integer(),
  /** The mail server that an admin has set. */
  mail_server: Nullable(ShownMailServer),
  /** In office, without those of the demo. */
  officials: Type.Integer(),
  /** False: mails are files on the server. */
  sends_mail: Type.Boolean(),
  /** When the mail server last accepted a test mail. */
  mail_tested_at: Nullable(Instant),
  missing_pages: Type.Array(Type.Enum(requiredPages)),
  has_contact: Type.Boolean(),
  /** At most `firstPolls` are counted. */
  polls: Type.Integer(),
  /** The templates of which staff has published a poll. */
  used_templates: Type.Array(Type.String()),
  moderators: Type.Integer(),
  /** Their invitations are open. */
  invited_moderators: Type.Integer(),
})
export type SetupFacts = Static<typeof SetupFacts>

export const firstPolls = 3
export const firstModerators = 2

/** Whether each step is done, in their order. */
export const setupSteps = {
  purpose: ({ has_parts }: SetupFacts) => has_parts,
  name: ({ is_named }: SetupFacts) => is_named,
  access: ({ access }: SetupFacts) => access !== 'default',
  officials: ({ officials }: SetupFacts) => officials > 0,
  mail: ({ sends_mail, mail_tested_at }: SetupFacts) => sends_mail && mail_tested_at !== null,
  pages: ({ missing_pages, has_contact }: SetupFacts) => missing_pages.length === 0 && has_contact,
  polls: ({ polls }: SetupFacts) => polls >= firstPolls,
  moderators: ({ moderators }: SetupFacts) => moderators >= firstModerators,
}
export type SetupStep = keyof typeof setupSteps

export const getSetup = {
  method: 'GET',
  url: '/api/admin/setup/',
  schema: {
    area: 'Administration',
    summary: 'Says which steps of the set-up are done.',
    description: 'For admins.',
    missing: 'Page',
    response: { 200: SetupFacts, ...failures },
  },
} satisfies Endpoint

export const closeSetup = {
  method: 'PUT',
  url: '/api/admin/setup/',
  schema: {
    area: 'Administration',
    summary: 'Closes the list of the set-up for all admins, or opens it again.',
    description: 'For admins.',
    missing: 'Page',
    body: Type.Object({ is_closed: Type.Boolean() }),
    response: { 200: SetupFacts, ...failures },
  },
} satisfies Endpoint

const TestMail = Type.Object({
  to: Type.String(),
  is_accepted: Type.Boolean(),
  /** False: no mail server is set. */
  is_sent: Type.Boolean(),
  /** What the mail server answered, or why it could not be reached. Without a mail server, the file with the mail. */
  answer: Type.String(),
})
export type TestMail = Static<typeof TestMail>

export const sendTestMail = {
  method: 'POST',
  url: '/api/admin/test-mail/',
  schema: {
    area: 'Administration',
    summary: 'Sends a test mail to the viewer and returns the answer of the mail server.',
    description: 'For admins. `is_accepted` is false if the server rejects the mail or cannot be reached.',
    missing: 'Page',
    response: { 200: TestMail, ...failures },
  },
} satisfies Endpoint

const basedOn = Type.Integer({ minimum: 0, maximum: 1_000_000 })

export const changeAccessCode = {
  method: 'PUT',
  url: '/api/admin/access-code/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Changes the access code of the site.',
    description:
      'For admins, while SITE_ACCESS_CODE is not set on the server. `tried` is the code, typed as visitors do. An empty code opens the site. `version` is the `settings_version` that the change is based on.',
    missing: 'Page',
    errors: ['changed_meanwhile', 'older_server'],
    body: Type.Object({ code: LimitedText(accessCodeLength), tried: LimitedText(accessCodeLength), version: basedOn }),
    response: { 200: SetupFacts, ...failures },
  },
} satisfies Endpoint

export const changeMailServer = {
  method: 'PUT',
  url: '/api/admin/mail-server/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Sets the mail server of the site, after it has taken a test mail.',
    description:
      'For admins, while SMTP_URL is not set on the server. The test mail goes to the viewer; if the server does not take it, nothing is changed. With port 465, the connection begins with TLS. `version` is the `settings_version` that the change is based on.',
    missing: 'Page',
    errors: ['changed_meanwhile', 'older_server'],
    body: Type.Object({ ...MailServer.properties, version: basedOn }),
    response: { 200: TestMail, ...failures },
  },
} satisfies Endpoint
