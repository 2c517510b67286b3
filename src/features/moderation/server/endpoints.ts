import * as posts from '#src/features/comments/post-contract.ts'
import { handleAll } from '#src/platform/endpoint/handle.ts'
import * as contracts from '../contract.ts'
import * as hide from './hide.ts'
import * as reports from './reports.ts'
import * as service from './service.ts'

export const endpoints = [...handleAll(contracts, service, reports), ...handleAll(posts, hide, reports)]
