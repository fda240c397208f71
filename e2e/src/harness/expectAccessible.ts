import type { Page } from "playwright-core"
import { expect } from "vitest"
import { findColourViolations, findViolations } from "./axe.ts"

/**
 * Expects no axe violations: all rules in the light theme, colour rules in the dark one.
 * @param dressed Runs before each check.
 * @param seen Runs after each check.
 */
export const expectAccessible = async (
  page: Page,
  name: string,
  dressed: (theme: "light" | "dark") => Promise<unknown> = async () => {},
  seen: (theme: "light" | "dark") => Promise<unknown> = async () => {},
) => {
  const looks = { light: findViolations, dark: findColourViolations } as const
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await dressed(theme)
    expect({ name, theme, findings: await looks[theme](page) }).toEqual({ name, theme, findings: [] })
    await seen(theme)
  }
}
