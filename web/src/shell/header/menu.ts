import { site } from '@wtpu/contract/site/name'
import { openLinks } from '#lib/open-links.ts'

/** Links to the list of polls. `params` clears the poll id, which the router would otherwise keep on `/polls/{id}`. */
export const pollsLink = { to: '/polls/{-$pollId}', params: { pollId: undefined }, label: 'Polls' } as const

const textPage = <Label extends string>(placeholder: string, label: Label) =>
  ({ to: '/$placeholder', params: { placeholder }, label }) as const

/** The links for visitors and for signed-in users. */
export const visitorLinks = [{ to: '/about', label: 'About' }] as const
export const memberLinks = openLinks([
  { to: '/politicians', label: 'Politicians' },
  { to: '/forums', label: 'Forums' },
  { to: '/boiler-room', label: 'Boiler Room' },
  pollsLink,
  { to: '/about', label: 'About' },
] as const)

export const footerColumns = [
  {
    title: 'Take part',
    links: openLinks([
      textPage('dashboard', 'Dashboard'),
      { to: '/politicians', label: 'Politicians' },
      { to: '/forums', label: 'Forums' },
      pollsLink,
      { to: '/boiler-room', label: 'Boiler Room' },
      { to: '/roll-calls', label: 'Votes of Congress' },
    ] as const),
  },
  {
    title: site.name,
    links: openLinks([
      { to: '/about', label: 'About' },
      textPage('media', 'Media'),
      textPage('help', 'Help Center'),
      textPage('contact-politicians', 'Contact Politicians'),
      textPage('invite', 'Invite Friends'),
      { to: '/common-ground', label: 'Common Ground' },
    ] as const),
  },
  {
    title: 'The rules',
    links: openLinks([
      textPage('privacy', 'Privacy Policy'),
      textPage('terms', 'Terms of Service'),
      { to: '/guidelines', label: 'Community Guidelines' },
      textPage('support', 'Support'),
      textPage('accessibility', 'Accessibility'),
    ] as const),
  },
] as const
