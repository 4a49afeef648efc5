import { isOn } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithoutRef } from 'react'

/** What leads to the profile of a person. On a site without profiles, it is text. `look` is what makes it look like a link. */
export function ProfileLink({
  user,
  look = 'hover:underline',
  className = '',
  ...props
}: { user: number | string; look?: string } & ComponentPropsWithoutRef<'span'>) {
  if (!isOn('profiles')) return <span {...props} className={className} />
  return <Link to="/user/$userId" params={{ userId: String(user) }} {...props} className={`${className} ${look}`} />
}
