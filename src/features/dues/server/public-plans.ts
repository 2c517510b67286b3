import { setPublicPlans } from '#src/lib/dues/public-plans.ts'
import { listOfferedPlans } from './plans.ts'

/** Loads the plans for public pages into memory. Runs at startup and before all pages are published. */
export const loadPublicPlans = async (): Promise<void> => setPublicPlans(await listOfferedPlans())
