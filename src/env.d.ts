/// <reference types="astro/client" />

declare namespace App {
	interface Locals {
		/** The signed-in person; undefined for visitors and on pages that are the same for everybody. */
		user?: import('#src/features/auth/contract.ts').CurrentUser | undefined
		/** Their sign-in. */
		authSession?: import('#src/platform/endpoint/caller.ts').AuthSession | undefined
		/** Set by the publisher alone: opens the render routes. */
		isRendering?: boolean
		/** With it: what the page shows, where the publisher has read that. */
		renderContent?: unknown
		/** From our server: the client's address behind trusted proxies. */
		clientAddress?: string
		requestId?: string
	}
}
