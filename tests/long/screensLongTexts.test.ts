import { testScenes } from '../scenes/clipping.ts'

testScenes('en-XA', 320)
