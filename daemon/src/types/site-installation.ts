// What a pairing knows of its site's installation at the registry, for the day on which the journal is lost.
import { z } from 'zod';

export const SiteInstallation = z.object({
  installationId: z.string(),
  platform: z.string(),
  /** The address that the registry last confirmed. */
  siteUrl: z.string(),
  registryUrl: z.string(),
  organization: z.string(),
  /** Its installations before, newest first: works may still stand there. */
  formers: z.array(z.string()),
});
export type SiteInstallation = z.infer<typeof SiteInstallation>;

/** Where one pairing keeps it. */
export type InstallationRecord = {
  find: () => SiteInstallation | null;
  save: (known: SiteInstallation | null) => void;
};
