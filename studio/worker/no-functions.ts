// zod tries whether it may make functions of texts; the policy of the page forbids it and reports even the try. Imported before all else.

import { config } from 'zod';

config({ jitless: true });
