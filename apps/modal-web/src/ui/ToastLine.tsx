import { Icon } from "./Icon.tsx"

export interface ToastLineProps {
  readonly tone: "loading" | "success" | "error"
  readonly text: string
}

/** A short message at the top of the card; never the only place of an error. */
export const ToastLine = ({ tone, text }: ToastLineProps) => (
  <div className="toast" data-tone={tone}>
    {tone === "loading" ? (
      <span className="spinner" aria-hidden="true" />
    ) : (
      <Icon name={tone === "success" ? "check" : "alert"} />
    )}
    <span>{text}</span>
  </div>
)
