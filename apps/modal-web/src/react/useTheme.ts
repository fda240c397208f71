import type { Theme, ThemeVariables } from "@wmodal/core"
import { useProvidedModal, useSelected } from "./WModalProvider.ts"

/** Returns the modal's theme and its setters. */
export const useTheme = (): Theme & {
  readonly setMode: (mode: Theme["mode"]) => void
  readonly setVariables: (variables: ThemeVariables) => void
} => {
  const { modal } = useProvidedModal()
  return {
    ...useSelected((state) => state.theme),
    setMode: modal.setThemeMode,
    setVariables: modal.setThemeVariables,
  }
}
