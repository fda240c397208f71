import { Icon, type IconName } from "./Icon.tsx"

export interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
}

export const IconButton = ({ icon, label, onPress }: IconButtonProps) => (
  <button type="button" className="icon-button" aria-label={label} onClick={onPress}>
    <Icon name={icon} />
  </button>
)
