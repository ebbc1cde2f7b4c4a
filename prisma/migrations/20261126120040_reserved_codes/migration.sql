-- A code that was granted above the limits, because the owner logged in from this network or browser before.
ALTER TABLE "mail_code" ADD COLUMN     "is_reserve" BOOLEAN NOT NULL DEFAULT false;

-- The maintenance deletes the counts whose window is over.
CREATE INDEX "sign_in_failures_window_to_idx" ON "sign_in_failures"("window_to");
