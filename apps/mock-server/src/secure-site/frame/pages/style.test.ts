import { expect, it } from "vitest"
import { frameStyle } from "./style.ts"

it("names every colour in light and in dark, without a function that Safari 16.4 does not know", () => {
  const [light = "", dark = "", ...others] = [
    ...frameStyle.matchAll(/color-scheme: (?:light|dark);([^}]*)/g),
  ].map(([, colors]) => colors)
  const getNames = (colors: string) => [...colors.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)
  expect(getNames(light)).toEqual(expect.arrayContaining(getNames(dark)))
  expect(getNames(dark)).toHaveLength(11)
  expect(others).toEqual([dark])
  expect(frameStyle).not.toContain("light-dark(")
})
