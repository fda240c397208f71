/** Whether there is time for what other stories show in part: `npm test` has ten minutes. */
export const atLength = process.env["WMODAL_SOAK"] !== undefined
