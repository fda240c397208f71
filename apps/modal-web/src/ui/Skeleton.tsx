export interface SkeletonProps {
  readonly rows: number
  readonly label: string
}

/** Placeholder rows of the same size as the loaded ones. */
export const Skeleton = ({ rows, label }: SkeletonProps) => (
  <div className="list" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, index) => (
      <div key={index} className="row skeleton" />
    ))}
  </div>
)
