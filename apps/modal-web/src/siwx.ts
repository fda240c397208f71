/** Ready plugins for the option `siwx`. Each loads its code with the first call. */
export * from "@wmodal/core/siwx"
