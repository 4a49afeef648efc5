/** Says that other words were searched than those that were typed. */
export function CorrectedNote({ corrected }: { corrected: string | undefined }) {
  if (corrected === undefined) return null
  return (
    <p className="mb-4 text-soft">
      Showing results for <strong className="text-ink">{corrected}</strong>
    </p>
  )
}
