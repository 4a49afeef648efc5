import { Button } from '#ui/button.tsx'

/** The end of a toast about what pages carry from the server. What is typed in the forms survives the reload. */
export const seenLater = {
  description: 'People see it with the next page that they open.',
  action: (
    <Button variant="secondary" size="small" onClick={() => window.location.reload()}>
      Reload
    </Button>
  ),
}
