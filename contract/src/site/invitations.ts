import { Type, type Static } from 'typebox'
import { emailMaxLength } from '../accounts/accounts.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Nullable } from '../schemas.ts'

/** How long the invitation of a moderator or an admin works. */
export const staffInvitationDays = 7
export const inviteLimits = { uses: 10_000, days: 90 } as const

const Role = Type.Enum(['user', 'moderator', 'admin'] as const)

const Invitation = Type.Object({
  id: Id,
  /** `user`: a link for members, which admins pass on. */
  role: Role,
  /** Where the invitation of a member of staff was mailed. */
  email: Nullable(Type.String()),
  uses: Type.Integer(),
  max_uses: Type.Integer(),
  expires_at: Instant,
  /** The username of the admin who invited. */
  invited_by: Type.String(),
})
export type Invitation = Static<typeof Invitation>

const Invitations = Type.Object({ is_closed: Type.Boolean(), results: Type.Array(Invitation) })

export const listInvitations = {
  method: 'GET',
  url: '/api/admin/invitations/',
  schema: {
    area: 'Administration',
    summary: 'Lists invitations that can still be used, and whether registration is closed.',
    description: 'For admins. The links themselves are not stored.',
    missing: 'Page',
    response: { 200: Invitations, ...failures },
  },
} satisfies Endpoint

export const inviteStaff = {
  method: 'POST',
  url: '/api/admin/invitations/staff/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Mails an invitation to become a moderator or an admin.',
    description: `For admins. The link works once, for ${staffInvitationDays} days, and replaces an earlier one to this address.`,
    missing: 'Page',
    body: Type.Object({
      email: Type.String({ maxLength: emailMaxLength }),
      role: Type.Enum(['moderator', 'admin'] as const),
    }),
    response: { 200: Invitations, ...failures },
  },
} satisfies Endpoint

export const createInviteLink = {
  method: 'POST',
  url: '/api/admin/invitations/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Makes a link with which people join the site, also while registration is closed.',
    description: 'For admins. The response is the only place that has the link.',
    missing: 'Page',
    body: Type.Object({
      max_uses: Type.Integer({ minimum: 1, maximum: inviteLimits.uses }),
      days: Type.Integer({ minimum: 1, maximum: inviteLimits.days }),
    }),
    response: { 200: Type.Object({ url: Type.String() }), ...failures },
  },
} satisfies Endpoint

export const revokeInvitation = {
  method: 'DELETE',
  url: '/api/admin/invitations/:id/',
  schema: {
    area: 'Administration',
    summary: 'Revokes an invitation.',
    description: 'For admins. Who has joined with it stays.',
    missing: 'Invitation',
    params: IdParams,
    response: { 200: Invitations, ...failures },
  },
} satisfies Endpoint

export const closeRegistration = {
  method: 'PUT',
  url: '/api/admin/registration/',
  config: { sensitive: true },
  schema: {
    area: 'Administration',
    summary: 'Closes the registration, or opens it again.',
    description: 'For admins. While it is closed, only people with an invitation create accounts.',
    missing: 'Page',
    body: Type.Object({ is_closed: Type.Boolean() }),
    response: { 200: Invitations, ...failures },
  },
} satisfies Endpoint

export const getRegistration = {
  method: 'GET',
  url: '/api/registration/',
  schema: {
    area: 'Accounts',
    summary: 'Says whether registration is closed, and lists the sign-in providers.',
    response: {
      200: Type.Object({
        is_closed: Type.Boolean(),
        /** OpenID providers other than Google. `logo` is an address of a picture. */
        providers: Type.Array(
          Type.Object({ id: Type.String(), label: Type.String(), logo: Type.Union([Type.String(), Type.Null()]) }),
        ),
        /** Whether there is no other way to sign in or to join. */
        only_providers: Type.Boolean(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint

const Token = Type.Object({ token: Type.String({ maxLength: 100 }) })

/** The token is after the # of the link, so that no server and no log sees it before it is sent. */
export const openInvitation = {
  method: 'POST',
  url: '/api/invitation/',
  schema: {
    area: 'Accounts',
    summary: 'Says what an invitation is for.',
    errors: ['invitation_ended'],
    body: Token,
    response: { 200: Type.Object({ role: Role }), ...failures },
  },
} satisfies Endpoint

export const acceptInvitation = {
  method: 'POST',
  url: '/api/invitation/accept/',
  schema: {
    area: 'Accounts',
    summary: "Gives the viewer's account the role of an invitation by mail.",
    description: 'Only for the account with the address that the invitation was mailed to, once that is confirmed.',
    errors: ['invitation_ended', 'invitation_of_other', 'email_not_confirmed'],
    body: Token,
    response: { 200: Type.Object({ role: Role }), ...failures },
  },
} satisfies Endpoint
