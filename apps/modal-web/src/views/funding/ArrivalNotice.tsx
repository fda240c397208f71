import { Icon } from "../../ui/Icon.tsx"

export interface ArrivalNoticeProps {
  readonly title: string
  readonly text: string
}

/** Says that money has arrived. Screen readers announce it when it appears. */
export const ArrivalNotice = ({ title, text }: ArrivalNoticeProps) => (
  <div className="notice" data-tone="ok" role="status">
    <Icon name="check" />
    <div className="notice-text">
      <strong>{title}</strong>
      <span>{text}</span>
    </div>
  </div>
)
