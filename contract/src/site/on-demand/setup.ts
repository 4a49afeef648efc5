import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '@wtpu/contract/endpoint'
import { Instant, Nullable } from '@wtpu/contract/schemas'

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
  /** `default`: SITE_ACCESS_CODE is not set, so the code is the published one. */
  access: Type.Enum(['own', 'none', 'default'] as const),
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
