interface ProgressProps {
  label: string
  value: number
  /** 0 if there is nothing to do, which shows as an empty bar. */
  max: number
}

/** Renders a thin bar for work in progress. The words beside it say the same; funding is shown by the share grid. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <progress
      className="progress"
      max={Math.max(1, max)}
      value={Math.min(value, Math.max(1, max))}
      aria-label={label}
    />
  )
}
