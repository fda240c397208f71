/**
 * # Theme
 *
 * The options `themeMode` and `themeVariables` set the theme, `modal.setThemeMode` and `modal.setThemeVariables` change
 * it. [Theme and language](/recipes/theme.md) shows both.
 *
 * @module theme
 */
export type { Theme, ThemeVariables } from "@wmodal/modal-web"
