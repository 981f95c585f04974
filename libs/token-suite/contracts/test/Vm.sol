// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The functions of forge that the tests use.
interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external pure returns (address);
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata data) external;
    function expectRevert() external;
    function expectEmit() external;
    function assume(bool condition) external pure;
}
