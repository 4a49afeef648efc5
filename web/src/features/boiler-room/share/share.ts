import { toast } from '#ui/toast/toast.tsx'

/** Specification 9. */
const shareText = 'Check out this post on WTPU!'

export const shareTargets = ['Facebook', 'Twitter', 'LinkedIn', 'TikTok'] as const
export type ShareTarget = (typeof shareTargets)[number]

/** The provider's page for sharing `url`. TikTok has none, so its start page is opened (decision 87). */
export function shareUrl(target: ShareTarget, url: string): string {
  const link = encodeURIComponent(url)
  const text = encodeURIComponent(shareText)
  const urls: Record<ShareTarget, string> = {
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${link}&quote=${text}`,
    Twitter: `https://twitter.com/intent/tweet?url=${link}&text=${text}`,
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${link}&summary=${text}`,
    TikTok: 'https://www.tiktok.com/',
  }
  return urls[target]
}

/** Opens the provider's share page in a new window. For TikTok it also copies the link, because that is all it can take. */
export function share(target: ShareTarget, url: string): void {
  window.open(shareUrl(target, url), '_blank', 'noopener,noreferrer,width=640,height=640')
  if (target === 'TikTok') void copyForTikTok(url)
}

async function copyForTikTok(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: 'TikTok cannot take links, so paste it into your video’s description.' })
  } catch {
    toast({ title: 'TikTok opened', description: `Copy this link into your video’s description: ${url}` })
  }
}
