import { appealDays, editMinutes, maxPinned, newcomerLimits, tagAccountAgeHours } from './limits.ts'

interface ErrorEntry {
  status: number
  /** The message for people. A command that knows more replaces it. */
  detail: string
  /** The field of the input that the error is about. */
  field?: string
}

/** Required by the product for every response with status 429 that has no message of its own. */
export const tooManyAttempts = 'Too many attempts. Please try again later.'
/** For those who only read. Others may share their network. */
export const tooManyReads =
  'You, or others in your network, opened too many pages in a short time. Please wait a minute and try again.'
/** The web shows it for every vote that is rejected with 409. */
export const alreadyVoted = 'You Already Voted, Please Wait for the Results'
export const discussionLocked = 'This discussion is locked.'

/** Temporary problems of the server whose message is meant for people. The web shows its own text for other 5xx. */
export const serverErrorCodes = [
  'busy',
  'google_not_set_up',
  'overloaded',
  'provider_unreachable',
  'storage_full',
  'try_again',
  'unavailable',
] as const

const serverErrors = {
  busy: { status: 503, detail: 'Many files are being uploaded right now. Please try again in a moment.' },
  google_not_set_up: { status: 503, detail: 'Google sign-in is not set up on this server.' },
  /** Rejected before anything was done, so that the request can be repeated, whatever it is. */
  overloaded: { status: 503, detail: 'The service is briefly unavailable. Please try again in a moment.' },
  provider_unreachable: { status: 503, detail: 'Login failed. Please try again.' },
  storage_full: { status: 503, detail: 'Nothing can be saved at the moment. Please try again later.' },
  try_again: { status: 503, detail: 'Login failed. Please try again.' },
  unavailable: { status: 503, detail: 'The service is briefly unavailable. Please try again in a moment.' },
} satisfies Record<(typeof serverErrorCodes)[number], ErrorEntry>

/** Each error that the API returns, by its `code`. */
export const errors = {
  ...serverErrors,
  answers_changed: {
    status: 409,
    detail: 'The answers that wait have changed. Please read them again before you confirm.',
  },
  answered_online: {
    status: 409,
    detail: 'This ballot was answered online. That answer stays, and the sheet does not count.',
  },
  answer_decided: {
    status: 409,
    detail: 'Your email is confirmed, so this answer no longer waits. See your votes for what became of it.',
  },
  already_confirmed: { status: 409, detail: 'Your email is already confirmed.' },
  already_rated: { status: 409, detail: 'You have already rated this politician.' },
  already_voted: { status: 409, detail: alreadyVoted },
  ballot_closed: { status: 409, detail: 'This ballot has closed.' },
  ballot_unknown: {
    status: 404,
    detail:
      'There is no ballot for this link or code. If you got a newer mail, open its link. Otherwise look for a typing error, or ask those who sent it to you.',
  },
  ballot_used: {
    status: 409,
    detail: 'This ballot was used already. An answer counts once, by link, by code or by account.',
  },
  bad_form: { status: 400, detail: 'The form could not be read. Please try again.' },
  bad_request: { status: 400, detail: 'The address is not valid.' },
  blocked: { status: 403, detail: 'This account is blocked. If you think that is a mistake, please contact support.' },
  blocked_by_person: { status: 403, detail: 'This person has blocked you.' },
  category_exists: { status: 409, detail: 'There is already a category with this name.', field: 'name' },
  category_in_use: { status: 409, detail: 'A poll or a discussion has this category, so it stays.' },
  circle_exists: { status: 409, detail: 'There is already a circle with this name.', field: 'name' },
  circle_in_use: {
    status: 409,
    detail: 'A ballot paper was sent to this circle. Its list stays, because results are counted by it.',
  },
  check_again: {
    status: 409,
    detail: 'The officials or the source have changed since the check. Check again, to see what would change now.',
  },
  changed_meanwhile: { status: 409, detail: 'Another admin has changed this meanwhile. Look at their changes first.' },
  daily_limit: { status: 429, detail: 'You have reached the limit for today. Please try again tomorrow.' },
  email_not_confirmed: {
    status: 403,
    detail: 'Please confirm your email first. We sent a link to your address.',
  },
  email_not_verified: {
    status: 403,
    detail: 'Your email address there is not verified. Please verify it there, or sign in with email.',
  },
  email_missing: {
    status: 403,
    detail: 'Your account there has no email address, which this site needs. Add one there, or sign in with email.',
  },
  second_factor_required: {
    status: 401,
    detail: 'The password is right. Now send a code of the authenticator app, or a recovery code.',
  },
  setup_link_ended: {
    status: 403,
    detail:
      'This link does not work any more: it was used, is too old, or the site has an admin. Without an admin, make a new link on the server: npm run admin -- setup-link',
  },
  empty_list: { status: 409, detail: 'The list of this circle is empty. Upload it first.' },
  expired_code: { status: 400, detail: 'Reset code has expired' },
  factor_exists: { status: 409, detail: 'This account has an authenticator app already. Remove it first.' },
  no_factor: { status: 409, detail: 'This account has no second factor. Set one up first.' },
  expired_link: { status: 400, detail: 'This confirmation link has expired.' },
  passkey_copied: {
    status: 403,
    detail:
      'Another device seems to have a copy of this passkey, so it does not work any more. Sign in another way, and remove it.',
  },
  passkey_refused: {
    status: 403,
    detail:
      'This passkey does not work here: it is of another account, or of another address of this site. Sign in another way, and add a new one in your settings.',
  },
  passkey_unknown: {
    status: 403,
    detail: 'This site does not know this passkey any more. Sign in another way, and remove it from your device.',
  },
  follow_oneself: { status: 400, detail: 'You cannot follow yourself.' },
  forbidden: { status: 403, detail: 'Only moderators can do this.' },
  form_too_large: { status: 413, detail: 'The form is too large.' },
  format_not_supported: { status: 501, detail: 'Only JSON is available here: leave out `format`, or set it to json.' },
  import_failed: { status: 400, detail: 'The officials could not be read. Nothing was changed.' },
  import_ended: { status: 409, detail: 'No check or import is running. If it has just ended, look at what it did.' },
  import_stopped: { status: 409, detail: 'An admin stopped this. Nothing was changed.' },
  import_running: { status: 409, detail: 'Another import or check is running. Please wait until it is done.' },
  internal: { status: 500, detail: 'Something went wrong. Please try again later.' },
  invalid: { status: 400, detail: 'The input is not valid.' },
  invalid_code: { status: 400, detail: 'Invalid reset code' },
  invalid_credentials: { status: 401, detail: 'No active account found with the given credentials' },
  invalid_cursor: { status: 400, detail: 'cursor is not valid', field: 'cursor' },
  invalid_link: { status: 400, detail: 'This confirmation link is not valid.' },
  invalid_text: { status: 400, detail: 'The text contains characters that cannot be stored.' },
  invalid_token: { status: 401, detail: 'Token is invalid or expired' },
  invitation_ended: {
    status: 403,
    detail: 'This invitation does not work any more: it was used or revoked, or it has expired. Ask for a new one.',
  },
  invitation_of_other: {
    status: 403,
    detail: 'This invitation was mailed to another address. Use the account with that address, or create it.',
  },
  is_staff: { status: 409, detail: 'This account is staff. End its role first.' },
  last_admin: { status: 409, detail: 'The site needs an admin. Make another account one first.' },
  list_failed: { status: 400, detail: 'The list could not be read. Nothing was changed.' },
  locked: { status: 409, detail: discussionLocked },
  already_appealed: { status: 409, detail: 'There is an appeal against this decision already.' },
  already_decided: { status: 409, detail: 'Somebody else has just decided about this.' },
  already_undone: { status: 409, detail: 'This decision has been undone already.' },
  appeal_too_late: { status: 403, detail: `A decision can be appealed against for ${appealDays} days.` },
  no_password: {
    status: 409,
    detail: 'This account has no password. Sign out, sign in again, and repeat this within 15 minutes.',
  },
  no_rating: { status: 404, detail: 'You have no rating of this politician.' },
  no_reminder: { status: 409, detail: 'Nobody can be reminded now.' },
  no_vote: { status: 404, detail: 'You have no vote in this poll.' },
  not_a_form: { status: 415, detail: 'This call takes a form (multipart/form-data).' },
  not_eligible: {
    status: 403,
    detail:
      'Only people on a list can answer this poll. If you are on it with another address, use the link in its mail.',
  },
  not_found: { status: 404, detail: 'There is nothing at this address.' },
  not_signed_in: { status: 401, detail: 'Authentication credentials were not provided or are not valid.' },
  not_top_level: { status: 409, detail: 'Only comments at the top level can be pinned.' },
  mute_oneself: { status: 400, detail: 'You cannot mute or block yourself.' },
  older_server: {
    status: 409,
    detail: 'A server of an earlier release is running, which would show everything to everybody. Stop it first.',
  },
  own_case: {
    status: 403,
    detail: 'This is about you, your own report or your own decision, so another moderator decides.',
  },
  own_content: { status: 400, detail: 'You cannot report your own content.' },
  own_reason: { status: 400, detail: 'You cannot judge your own reason.' },
  parent_hidden: { status: 409, detail: 'The comment that you reply to was deleted.' },
  paper_closed: { status: 409, detail: 'The time at which this ballot paper closes is over.' },
  paper_draft: { status: 409, detail: 'This ballot paper is a draft. Send it first.' },
  paper_sent: { status: 409, detail: 'This ballot paper was sent, so it stays as it is.' },
  other_way_only: {
    status: 403,
    detail: 'This site takes no password. Sign in with the account of your organization.',
  },
  part_off: { status: 404, detail: 'This part of the site is switched off.' },
  poll_open: { status: 409, detail: 'This poll is still open, or its last answers are being counted.' },
  poll_has_votes: {
    status: 409,
    detail: 'This poll has votes already, so this can no longer change.',
  },
  poll_closed: { status: 409, detail: 'This poll has ended.' },
  question_asked: { status: 409, detail: 'This poll was the question of the day already.' },
  question_queue_full: { status: 409, detail: 'The queue holds 14 questions. Remove one, then add another.' },
  proof_required: {
    status: 403,
    detail: 'Please confirm first that it is you. Nothing was changed.',
  },
  provider_refused: { status: 400, detail: 'Login failed. Please try again.' },
  provider_transaction: { status: 400, detail: 'Authentication failed. Please try again.' },
  published: { status: 409, detail: 'This poll is already published and can no longer be cancelled.' },
  rating_final: { status: 409, detail: 'Your rating is final.' },
  ratings_closed: { status: 409, detail: 'Ratings are closed for some time. They open again by themselves.' },
  reason_changed: { status: 409, detail: 'This reason was edited meanwhile. Please read it again.' },
  reason_copied: { status: 409, detail: 'Somebody gave this reason already. Please use your own words.' },
  reason_exists: { status: 409, detail: 'You have given your reason in this poll already.' },
  reason_judged: {
    status: 409,
    detail: 'Somebody has judged your reason, so you can no longer edit it. You can still delete it.',
  },
  redirect_uri: {
    status: 400,
    detail: 'This sign-in works at the address of this site only. Please open the site there.',
    field: 'redirect_uri',
  },
  held_for_review: {
    status: 409,
    detail: 'You wrote the same text three times in ten minutes. A moderator will look at it before others see it.',
  },
  idempotency_key_used: { status: 409, detail: 'This idempotency key belongs to another comment.' },
  registration_closed: {
    status: 403,
    detail: 'Registration is closed on this site. People with an invitation can still join.',
  },
  repeated_text: {
    status: 429,
    detail: 'You wrote the same text twice in the last ten minutes. Please change it, or wait a few minutes.',
  },
  results_hidden: { status: 403, detail: 'The results of this poll are not shown yet.' },
  retired: { status: 409, detail: 'This politician is no longer in office.' },
  sheet_entered: { status: 409, detail: 'This sheet was entered already, and is counted.' },
  slow_mode: { status: 429, detail: 'Slow mode is on here: you can comment once a minute.' },
  suspended: { status: 403, detail: 'Your account is suspended. You can read, but not write or vote.' },
  ticket_ended: { status: 403, detail: 'This sign-in took too long, or is done already. Please start it again.' },
  too_late: { status: 403, detail: `A post can be edited for ${editMinutes} minutes after it was published.` },
  too_many_attempts: { status: 429, detail: tooManyAttempts },
  too_many_passkeys: { status: 409, detail: 'This account has as many passkeys as it can have. Remove one first.' },
  too_many_links: {
    status: 400,
    detail: `Texts of new accounts can have at most ${newcomerLimits.links} links. Please confirm your email, or come back tomorrow.`,
  },
  too_many_muted: { status: 409, detail: 'You have muted or blocked very many people. Please remove some first.' },
  too_many_pinned: { status: 409, detail: `A discussion can have at most ${maxPinned} pinned comments.` },
  too_many_waiting: {
    status: 409,
    detail: 'Many of your answers wait already. Please confirm your email first, with the link that we sent you.',
  },
  too_new: {
    status: 403,
    detail: `You can create tags once your account is ${tagAccountAgeHours} hours old. Until then, pick existing ones.`,
  },
  unsubscribe_link: { status: 400, detail: 'This link is not valid, or has been used already.' },
  unknown_email: { status: 404, detail: 'Email does not exist' },
  vote_final: { status: 409, detail: 'Your vote is final.' },
  wrong_code: {
    status: 403,
    detail:
      'This code is not right. Each code works once: wait for the next one. If your app’s codes are never right, set the clock of that device to automatic.',
    field: 'code',
  },
  wrong_email: { status: 403, detail: 'Please type the email of this account', field: 'email' },
  wrong_password: { status: 403, detail: 'Incorrect password', field: 'password' },
  wrong_username: { status: 403, detail: 'Please type the username of this account', field: 'username' },
} satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
