import { isOn, openWords, type Word } from '@wtpu/contract/site/parts'
import { passwordErrors, passwordsDiffer } from '@wtpu/contract/accounts/on-demand/credentials'
import { updateProfile } from '@wtpu/contract/accounts/settings'
import { tooManyAttempts } from '@wtpu/contract/errors'

/** The messages of the form's own validation. */
export const validationMessages = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Email is required',
  emailFormat: 'Valid email is required',
  password: passwordErrors.short,
  confirmPassword: passwordsDiffer,
  state: 'State is required',
  agreeToTerms: 'You must agree to the terms',
} as const

export const emailTaken = 'Email already registered. Please use a different email or sign in.'

export const registrationRejected = 'Registration failed. Please check your information.'
export const registrationFailed = 'Registration failed. Please try again.'
/** Under the field of the short form. */
export const whyState = `${isOn('officials') ? 'To show your officials and to' : 'To'} count your state’s answers. We never ask for your address.`
export const existingAccountLink = 'Sign in to your existing account'

/** While a call is repeated. */
export const overloaded = 'Many people are here right now. Trying again in a few seconds…'

export const emailNotFound = 'Email not found'
export const incorrectPassword = 'Incorrect password'
export const invalidCredentials = 'Invalid email or password'
export const loginFailed = 'Login failed. Please try again.'
export const loginFailedUnexpectedly = 'Login failed. Please check your email and password and try again.'
export const noAccessToken = 'No access token in response'

export const passwordUpdated = 'Password updated successfully. Please sign in with your new password.'

/** Sign-in and sign-up use the same text. */
export const appleComingSoon = {
  title: 'Coming Soon!',
  description: 'Apple Sign In will be available soon. Please use Google or email for now.',
}

export const googleNotSetUp = {
  title: 'Google sign-in is not available',
  description: 'Google sign-in is not set up on this server. Please use email for now.',
}

export const googleLoginFailed = 'Google login failed. Please try again.'
export const googleSignupFailed = 'Google signup failed. Please try again.'

export const resetEmailNotFound = 'Email not found. Please check and try again.'
export const resetRequestFailed = 'Failed to send reset code'
export const invalidResetLink = 'Invalid reset link. Please request a new password reset code.'
export const resetCodeExpired = 'Reset code has expired. Please request a new one.'
export const resetCodeInvalid = 'Invalid reset code. Please request a new one.'
export const resetFailed = 'Failed to reset password'

export const avatarTooLarge = updateProfile.config.files.avatar.tooLarge
export const avatarNotAnImage = 'Please select a valid image file'
export const profileUpdateFailed = 'Failed to update profile. Please try again.'
export const profileUpdated = { title: 'Success', description: 'Your profile has been updated.' }

export const userNotFound = 'User not found'
export const profileLoadFailed = 'The profile could not be loaded'
export const profileLoading = 'Loading profile...'
export const locationNotSet = 'Location not set'

export const accountCreated = 'Your account was created. Please sign in with your email and password.'
export const sessionExpired = 'You were signed out. Please sign in again.'

/** The setting that makes the email public. */
export const settingSaved = 'Saved'
export const settingNotSaved = 'The setting could not be saved. Please try again.'

/** The screen shows the first three. */
const allBenefits: readonly Word[] = [
  [null, 'One vote in every live poll'],
  ['ratings', 'Good Job and Bad Job ratings for the officials who represent you'],
  [
    ['boiler-room', 'forums'],
    `A place in ${openWords([
      ['boiler-room', 'the Boiler Room'],
      ['forums', 'the forums'],
    ])}`,
  ],
  ['member-polls', 'Create your own polls'],
  [['boiler-room', 'forums'], 'See trending topics as they emerge'],
  ['profiles', 'A public profile others can follow'],
]
export const benefits = allBenefits.flatMap(([part, text]) => (isOn(part) ? [text] : []))
export const badges = ['Secure', 'Free Forever', 'Nonpartisan'] as const

/** A limit for a day says what is limited. */
export const limitText = ({ code, detail }: { code: string; detail: string }): string =>
  (code === 'daily_limit' && detail) || tooManyAttempts
