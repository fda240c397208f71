export interface SkeletonProps {
  readonly rows: number
  readonly label: string
}

/** Rows of the size that the real ones will have. */
export const Skeleton = ({ rows, label }: SkeletonProps) => (
  <div className="list" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className="row skeleton" />
    ))}
  </div>
)
