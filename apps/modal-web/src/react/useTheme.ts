import type { Theme, ThemeVariables } from "@wmodal/core"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** Returns the modal's theme and its setters. */
export const useTheme = (): Theme & {
  /** Changes the color mode. */
  readonly setMode: (mode: Theme["mode"]) => void
  /** Replaces the overrides of the theme. */
  readonly setVariables: (variables: ThemeVariables) => void
} => {
  const { modal } = useProvidedModal()
  return {
    ...useSelected((state) => state.theme),
    setMode: modal.setThemeMode,
    setVariables: modal.setThemeVariables,
  }
}
