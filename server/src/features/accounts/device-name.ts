import Bowser from 'bowser'

/** Describes a device by its user agent, such as "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name || 'Unknown browser', os.name && `on ${os.name}`].filter(Boolean).join(' ')
}
