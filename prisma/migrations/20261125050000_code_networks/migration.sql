-- The network that requested a code. Each network has its own share of the codes of a mailbox.
ALTER TABLE "mail_code" ADD COLUMN     "network" TEXT;
