import { encodeQR } from 'qr'

/** A code that cameras read. It is dark on white in both themes, because many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here
    <svg role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`} className="size-48 bg-white">
      <path shapeRendering="crispEdges" d={dark.join('')} />
    </svg>
  )
}
