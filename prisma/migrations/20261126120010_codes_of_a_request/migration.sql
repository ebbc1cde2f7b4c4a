-- A code works only together with the id of the request that it was emailed for.
ALTER TABLE "mail_code" ADD COLUMN     "request_hash" TEXT;

-- A code that the browser of the owner's last login requested still works while wrong codes have closed the address.
ALTER TABLE "mail_code" ADD COLUMN     "is_own_browser" BOOLEAN NOT NULL DEFAULT false;

-- The wider networks, of which each may use up at most half of the codes of a mailbox.
ALTER TABLE "mail_code" ADD COLUMN     "wide_networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE UNIQUE INDEX "mail_code_request_hash_key" ON "mail_code"("request_hash");

-- When the owner of an address took over an account that a stranger had opened with it.
ALTER TABLE "user_account" ADD COLUMN     "taken_over_at" TIMESTAMPTZ(3);

-- The networks and browsers of an account's last logins. The owner still gets codes there while strangers use up or close them.
CREATE TABLE "recent_login" (
    "user_id" UUID NOT NULL,
    "network" TEXT NOT NULL,
    "browser" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recent_login_pkey" PRIMARY KEY ("user_id","network")
);

-- CreateIndex
CREATE INDEX "recent_login_at_idx" ON "recent_login"("at");

-- AddForeignKey
ALTER TABLE "recent_login" ADD CONSTRAINT "recent_login_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
