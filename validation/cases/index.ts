// Every case of the card that exists. A new case is a new file and a line here.

export { v01 } from './v01.ts';
export { v02 } from './v02.ts';
export { v03 } from './v03.ts';
export { v04 } from './v04.ts';
export { v05 } from './v05.ts';
export { v06 } from './v06.ts';
export { v07 } from './v07.ts';
export { v08 } from './v08.ts';
export { v09 } from './v09.ts';
export { v10 } from './v10.ts';
export { v11 } from './v11.ts';
export { v12 } from './v12.ts';
export { v13 } from './v13.ts';
export { v14 } from './v14.ts';
export { v15 } from './v15.ts';
export { v16 } from './v16.ts';
export { v17 } from './v17.ts';
export { v18 } from './v18.ts';
export { v19 } from './v19.ts';
export { v20 } from './v20.ts';
export { v21 } from './v21.ts';
export { v22 } from './v22.ts';

export { v23 } from './v23.ts';
export { v24 } from './v24.ts';
export { v25 } from './v25.ts';
export { v26 } from './v26.ts';
export { v27 } from './v27.ts';
export { v28 } from './v28.ts';
export { v29 } from './v29.ts';
export { v32 } from './v32.ts';
export { v33 } from './v33.ts';
export { v49 } from './v49.ts';
export { v50 } from './v50.ts';
export { v51 } from './v51.ts';
export { v52 } from './v52.ts';
