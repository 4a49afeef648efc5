import { site } from '@wtpu/contract/site/name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isOfOtherParts, sitePartsQuery } from '#features/politicians/ratings-closed.ts'
import { sessionStore } from '#lib/storage.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { toast } from '#ui/toast/toast.tsx'

const triesKey = 'wtpu-other-parts'
const maxTries = 3
/** Another server may send the page. It reads the switches within a second. */
const checkMs = 1_000

/**
 * Loads the page again when an admin has switched parts of the site or changed who may read it, because the links and
 * words of a page are made while its code loads. A hidden tab waits until it is seen. Where something is typed, the page
 * waits until it is sent or another page is opened.
 * @returns Whether something that is typed keeps the page as it is.
 */
export function useSwitchedParts(): boolean {
  const client = useQueryClient()
  const { data, error } = useQuery(sitePartsQuery)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [waitsOn, setWaitsOn] = useState<string>()
  // A visitor of a site for members only gets no answer.
  const isOld = (data !== undefined && isOfOtherParts(data)) || (error?.status === 401 && !site.forVisitors)

  useEffect(() => {
    if (!sessionStore.read(triesKey)) return
    // What had the focus is gone.
    takeFocus(document.querySelector('main'))
    toast({
      title: 'The site has changed',
      description: 'An admin changed its parts, or who may read it. This page is up to date.',
    })
    void client
      .fetchQuery({ ...sitePartsQuery, staleTime: 0 })
      .then((parts) => isOfOtherParts(parts) || sessionStore.remove(triesKey))
  }, [client])

  useEffect(() => {
    if (!isOld) return undefined
    const check = () => {
      if (document.hidden) return
      if (isInUse() && (waitsOn ?? path) === path) setWaitsOn(path)
      else loadAgain()
    }
    const timer = setInterval(check, checkMs)
    return () => clearInterval(timer)
  }, [isOld, path, waitsOn])
  return isOld && waitsOn !== undefined
}

const typedIn = new Set<HTMLInputElement | HTMLTextAreaElement>()
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) typedIn.add(target)
})

/** A dialog is open, somebody has typed into a field, or has chosen a file, whose field may be emptied to choose the next one. */
function isInUse(): boolean {
  for (const field of typedIn)
    if (!field.isConnected || (field.value === '' && field.type !== 'file')) typedIn.delete(field)
  return typedIn.size > 0 || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
}

/** A few times only, in case a cache between browser and server keeps the old page. */
function loadAgain(): void {
  const tries = Number(sessionStore.read(triesKey)) + 1
  if (tries > maxTries) return
  sessionStore.write(triesKey, String(tries))
  window.location.reload()
}
