/** Links to the list of polls. `params` clears the poll id, which the router would otherwise keep on `/polls/{id}`. */
export const pollsLink = { to: '/polls/{-$pollId}', params: { pollId: undefined }, label: 'Polls' } as const

/** The links for visitors and for signed-in users. */
export const visitorLinks = [{ to: '/about', label: 'About' }] as const
export const memberLinks = [
  { to: '/politicians', label: 'Politicians' },
  { to: '/forums', label: 'Forums' },
  { to: '/boiler-room', label: 'Boiler Room' },
  pollsLink,
  { to: '/about', label: 'About' },
] as const

export const footerColumns = [
  {
    title: 'Take part',
    links: [
      { to: '/dashboard', label: 'Dashboard' },
      { to: '/politicians', label: 'Politicians' },
      { to: '/forums', label: 'Forums' },
      pollsLink,
      { to: '/boiler-room', label: 'Boiler Room' },
    ],
  },
  {
    title: 'WTPU',
    links: [
      { to: '/about', label: 'About' },
      { to: '/media', label: 'Media' },
      { to: '/help', label: 'Help Center' },
      { to: '/contact-politicians', label: 'Contact Politicians' },
      { to: '/invite', label: 'Invite Friends' },
    ],
  },
  {
    title: 'The rules',
    links: [
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/terms', label: 'Terms of Service' },
      { to: '/guidelines', label: 'Community Guidelines' },
      { to: '/support', label: 'Support' },
      { to: '/accessibility', label: 'Accessibility' },
    ],
  },
] as const

export const socialLinks = [
  { href: 'https://www.facebook.com/wtpu', label: 'Facebook' },
  { href: 'https://twitter.com/wtpu', label: 'Twitter' },
  { href: 'https://www.linkedin.com/company/wtpu', label: 'LinkedIn' },
  { href: 'https://www.tiktok.com/@wtpu', label: 'TikTok' },
] as const
