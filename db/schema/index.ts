export * from './auth.ts'
export * from './operations.ts'
export * from './podcast.ts'
export * from './users.ts'
