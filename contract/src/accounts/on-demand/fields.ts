import { bioMaxLength } from '../../lengths.ts'

export interface ProfileTextRow {
  label: string
  /** Its name in sentences, such as "bio". */
  noun: string
  /** Its name in the draft of the privacy page. */
  inPrivacyPage: string
  /** In characters as people see them. */
  maxLength: number
  lines: 'one' | 'many'
}

/**
 * Texts about themselves that people may write. Everybody sees them, only their owner changes them. The API, the form, the profile,
 * the export, the deletion, the reported text and the draft of the privacy page have what is in this table. The column of the
 * database has the same name.
 */
export const profileTexts = {
  bio: { label: 'Bio', noun: 'bio', inPrivacyPage: 'biography', maxLength: bioMaxLength, lines: 'many' },
} as const satisfies Record<string, ProfileTextRow>

type ProfileTextName = keyof typeof profileTexts
export type ProfileTexts = Record<ProfileTextName, string>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
export const profileTextNames = Object.keys(profileTexts) as ProfileTextName[]

/** A value for each of these texts. */
export const forProfileTexts = <T>(
  valueOf: (name: ProfileTextName, row: ProfileTextRow) => T,
): Record<ProfileTextName, T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of these names
  Object.fromEntries(profileTextNames.map((name) => [name, valueOf(name, profileTexts[name])])) as Record<
    ProfileTextName,
    T
  >
