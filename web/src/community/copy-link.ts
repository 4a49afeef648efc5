import { toast } from '#ui/toast/toast.tsx'

/** Copies a link, or another text, and says so. Browsers reject it on pages served over plain HTTP: then the toast contains it. */
export async function copyLink(
  link: string,
  copied: { title: string; description: string; failed?: string } = { title: 'Link copied', description: '' },
): Promise<void> {
  const { failed = 'The link could not be copied', ...success } = copied
  try {
    await navigator.clipboard.writeText(link)
    toast({ ...success, variant: 'success' })
  } catch {
    toast({
      title: failed,
      description: `Please copy it by hand: ${link}`,
      variant: 'warning',
    })
  }
}
