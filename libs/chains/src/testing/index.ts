export * from "./countingListeners.ts"
export * from "./devProviderFixture.ts"
export * from "./oddProviders.ts"
export * from "./scriptedApprover.ts"
