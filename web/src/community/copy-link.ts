import { toast } from '#ui/toast/toast.tsx'

/** Copies a link and says so. Browsers reject it on pages served over plain HTTP: then the toast contains the link. */
export async function copyLink(link: string, copied = { title: 'Link copied', description: '' }): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast({ ...copied, variant: 'success' })
  } catch {
    toast({
      title: 'The link could not be copied',
      description: `Please copy it by hand: ${link}`,
      variant: 'warning',
    })
  }
}
