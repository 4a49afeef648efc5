import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionStore } from './storage.ts'

/** The token in the fragment of a mailed link, or "". It leaves the address, and so the history, but not the tab. */
export function useLinkToken(storageKey: string): string {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash === '') return
    sessionStore.write(storageKey, hash)
    void navigate({ to: '.', hash: '', replace: true })
  }, [hash, navigate, storageKey])
  return hash || (sessionStore.read(storageKey) ?? '')
}
