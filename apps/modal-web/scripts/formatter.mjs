/**
 * Replaces effect's formatter in the published modal: it is for texts of effects and causes that only a debugger shows,
 * and half a kilobyte until Connect is interactive.
 */
export const formatJson = (input) => {
  try {
    return JSON.stringify(input) ?? String(input)
  } catch {
    return Object.prototype.toString.call(input)
  }
}

export const format = (input) => formatJson(input)
