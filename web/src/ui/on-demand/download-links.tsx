import Download from 'lucide-react/icons/download'

/** Links to the same public data as CSV and as JSON. `file` is the name of the downloaded file without its extension. */
export function DownloadLinks({ label, file, csv, json }: { label: string; file: string; csv: string; json: string }) {
  return [
    { format: 'CSV', href: csv },
    { format: 'JSON', href: json },
  ].map(({ format, href }) => (
    <a
      key={format}
      href={href}
      download={`${file}.${format.toLowerCase()}`}
      className="text-link flex min-h-11 items-center gap-2 text-sm font-semibold"
    >
      <Download aria-hidden className="size-4" />
      <span aria-hidden>{format}</span>
      <span className="sr-only">
        {label} ({format})
      </span>
    </a>
  ))
}
