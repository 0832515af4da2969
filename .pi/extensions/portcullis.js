// `pi`, started in this repository, runs guarded by the bundle that the repository builds.
export { default } from "../../dist/portcullis.js";
