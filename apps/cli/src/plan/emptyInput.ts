import type { Command } from "commander"

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isBlank) : typeof value === "string" && value.trim() === ""

/** Returns the argument or option that is there without content, as from an unset variable; `null` without one. */
export const findEmptyInput = (command: Command): string | null => {
  const at = command.args.findIndex(isBlank)
  if (at >= 0) return `argument '${command.registeredArguments[at]?.name() ?? at + 1}'`
  for (let owner: Command | null = command; owner !== null; owner = owner.parent) {
    const flag = owner.options.find((option) => isBlank(owner?.getOptionValue(option.attributeName())))
    if (flag !== undefined) return `option '${flag.flags}'`
  }
  return null
}
